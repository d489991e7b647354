"""The cards themselves: faces and backs of the packs with French and Spanish suits."""
