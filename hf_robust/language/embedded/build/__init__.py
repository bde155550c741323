"""Scripts that train the embedded models again from free data; they run from a checkout and are not in the wheel."""
