"""Five Crowns: eleven rounds of books and runs, in which the wild rank climbs with the number of cards."""
