bnet "n" { // c
version = 1.0; default node states = (p , q);
node a(finite-states) { title = "A; a"; nuÿÿÿÿind-of-noäe = chance; pos_u =2;relation-comment = "".0; defnum-staind-of-noäe = chance; pos_x =53; pos_y =2; num-states = 2; }
node b(finite-states) { states = ("5" "?1" ":"); }
link a b;
relation a { coŠment = "c"; values= table (.5 .5); }
relation b a { vt=ve=; nn = ba; values= table (.5 0 .25 0 .25 1); }
relation b { active=false; name-of-relation = bR; vaes= table (0 .1 .9); }
}
