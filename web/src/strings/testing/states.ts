export type States = Readonly<Record<string, (route: string) => unknown>>;
