"""The person-side API: what the page and the tests use to act as people.

PERSON_API
"""
