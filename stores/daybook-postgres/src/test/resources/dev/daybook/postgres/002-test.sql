-- Stands for the script of a later layout.
ALTER TABLE daybook_state ADD COLUMN added text;
