"""What people see and press: messages of the table, private hands, and the way from a click to the table and back."""
