/** What a test asks of Node; the whole of its types would give browser code timers and globals it does not have. */
declare module 'node:fs' {
  export function readdirSync(folder: string): string[];
  export function readFileSync(file: string, encoding: 'utf8'): string;
}
interface ImportMeta {
  readonly dirname: string;
}
