/** Screen states by name; each function renders the route and brings it into that state. */
export type States = Readonly<Record<string, (route: string) => unknown>>;
