bnet k { node A { states = (yes no); } node T { states = (yes no); } link A T;
relation A { values = table ( [yes] = 0.01, [no] = 0.99, ); }
relation T A { values = table ( [yes,yes]=0.05, [no,no]=0.99, [yes,no]=0.01, [no,yes]=0.95 ); } }
