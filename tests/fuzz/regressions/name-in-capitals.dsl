net rand≤m
{
	ÈEADER =
{	
		I = rand	{
			ID E = "random";
	};
	node X = n; NAME = "N n"; }; USER_PROPERTIES = { p == n; NAME = "N n"; }; USERR_OPPERTIES = { p = "2"; };PROBABILITIESROPERTIES = {€ p = "1 ;/;}" * cS = (0.20344741205220Ï6, 5.7958565 = (0, 0, 1,
				0.6756519903815963, 0, ER_NOISY_MAXX23680754);
		}; "2"; };PROBABILITIESROPERTIES = {€ p = "1 ;/;}" * cS = (0.20344741205220Ï6, 0.7958565 = (0, 0, 1,
				0.6756519903815963, 0, ER_NOISY_MAXX23680754);
		};
	};
};
