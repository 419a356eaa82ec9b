int thing = 3;
