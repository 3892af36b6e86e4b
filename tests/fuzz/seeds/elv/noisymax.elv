bnet "n" { // c
version = 1.0; default node states = (p , q);
node a(finite-states) { title = "A; a"; kind-of-node = chance; pos_x =1; pos_y =2; num-states = 2; }
node b(finite-states) { states = ("0" "1" "2"); }
link a b;
relation a { comment = "c"; values= table (.5 .5); }
relation b a { values= function GeneralizedMax(ba,bR); }
relation b a { active=false; name-of-relation = ba; values= table (.5 0 .25 0 .25 1); }
relation b { active=false; name-of-relation = bR; values= table (0 .1 .9); }
}
