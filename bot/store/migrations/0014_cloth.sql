-- What pictures of a table lie on, and what each person wants to see instead ("table": what the table has).

ALTER TABLE tables ADD COLUMN cloth TEXT NOT NULL DEFAULT 'felt';
ALTER TABLE people ADD COLUMN cloth TEXT NOT NULL DEFAULT 'table';
