# placeholder until the packaging slice
