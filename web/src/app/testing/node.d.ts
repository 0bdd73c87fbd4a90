/** The Node APIs tests use. All of Node's types would add globals that browser code does not have. */
declare module 'node:crypto' {
  export const webcrypto: Crypto;
}
declare module 'node:fs' {
  export function readdirSync(folder: string): string[];
  export function readFileSync(file: string, encoding: 'utf8'): string;
}
interface ImportMeta {
  readonly dirname: string;
}
