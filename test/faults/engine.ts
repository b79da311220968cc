/** What the product keeps its tables in. */
export const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

export type Engine = keyof typeof engineNames;
