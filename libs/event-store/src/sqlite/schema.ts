/** The row id orders all streams; the index on `category` finds few `payment-` events among many `expense-` ones. */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    category TEXT NOT NULL,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS events_by_category ON events (category, position);
  CREATE TABLE IF NOT EXISTS write_probe (id INTEGER PRIMARY KEY) STRICT;
`;

/** The name before the first `-`; null for a prefix that may span several categories. */
export function categoryOf(name: string): string | null {
  const dash = name.indexOf('-');
  return dash === -1 ? null : name.slice(0, dash);
}
