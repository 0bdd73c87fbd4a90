/** How to bring up what the specification quotes: by name, each renders a route and does what has to be done there. */
export type States = Readonly<Record<string, (route: string) => unknown>>;
