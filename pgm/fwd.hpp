#pragma once

/// The types of pgm::pgm, declared and not defined: for headers that only pass them on. Each is
/// defined in a header that <pgm/pgm.hpp> includes. What is another name for something, such as Cpd
/// and VariableId, cannot be declared so.
namespace pgm {

// pgm/core
class Error;
class ExactSum;
class ModelError;
class Rng;
class StopToken;
struct ArgumentError;
struct EvidenceError;
struct ImpossibleEvidenceError;
struct IoError;
struct Limits;
struct Location;
struct ParseError;
struct Problem;
struct Stopped;
struct TooLargeError;

// pgm/graph, pgm/table
class Dag;
class PartiallyDirectedGraph;
class Table;
struct Agreement;
struct Arc;
struct Cpdag;
struct DSeparation;
struct Edge;
struct EquivalenceDifference;
struct StructureComparison;
struct VStructure;

// pgm/model
class BayesianNetwork;
class Evidence;
class ForwardSampler;
class FunctionCpd;
class KernelDensityCpd;
class LinearGaussianCpd;
class NetworkBuilder;
class NoisyMaxCpd;
class TableCpd;
class Variable;
struct CpdFamily;
struct Intervened;
struct IntervenedValue;
struct Likelihood;
struct NumberProblem;
struct Observed;
struct ObservedValue;
struct RandomNetworkOptions;
struct RowCondition;
struct SourceLocations;
struct StructureGraph;
struct StructureNode;

// pgm/inference
class InferenceEngine;
class NamedDistribution;
class NamedPosterior;
class Posterior;
class PosteriorBuilder;
class Workspace;
struct BatchMarginals;
struct BatchOptions;
struct BatchPosterior;
struct EngineOptions;
struct EvidenceColumn;
struct EvidenceColumns;
struct Explanation;
struct FamilyPosteriors;
struct JointPosterior;
struct JunctionTreeSize;
struct PlanCost;
struct PlanGraph;
struct PlanPrediction;

// pgm/query
class Expression;
struct Answer;
struct Condition;
struct ConditionedNetwork;
struct ContinuousObservation;
struct DSeparationStatement;
struct DistributionOf;
struct EventProbability;
struct Given;
struct ImposedPosterior;
struct ImpossibleEvidence;
struct Intervention;
struct MostProbableAssignmentOf;
struct MostProbableExplanationOf;
struct ProbabilityOf;
struct Query;
struct SoftObservation;

// pgm/data
class Dataset;
class Discretisation;
class FamilyCounts;
class FamilyMoments;
class Replacements;
class Statistics;
class WeightSum;
struct Column;
struct CutPoints;
struct Family;
struct MissingState;

// pgm/classify
class Classifier;
class ColumnAlignment;
class MixtureEngine;
class MixtureSampler;
class Predictor;
class StackEngine;
class ProbabilityRows;
struct AlignmentReport;
struct BayesRisk;
struct CalibrationBin;
struct CellWeight;
struct ClassScores;
struct ClassifierParts;
struct StackedClassifier;
struct ConfusionMatrix;
struct Cost;
struct Decision;
struct CurveAreas;
struct Evaluation;
struct GridSpec;
struct LinearDiscriminant;
struct LogLoss;
struct LossMatrix;
struct MatrixScores;
struct MeanRanks;
struct MixtureGraphs;
struct MixtureWorkspace;
struct ScoredPredictions;
struct PairedComparison;
struct PredictOptions;
struct Predictions;
struct Provenance;
struct RocPoint;
struct RowWeights;
struct ShareInterval;
struct SignedRanks;
struct SuperParent;
struct TieRule;
struct UnseenValues;
struct WeightedNetwork;
struct WeightsOfEvidence;

}  // namespace pgm
