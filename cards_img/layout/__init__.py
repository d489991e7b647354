"""Where things lie in a picture, and what lies there: plates, chips, boards, and the sheet they are put on."""
