import { externalServer, type BackingServer } from './backing-server.js';
import { findProgram } from './find-program.js';
import { missingContainer, startContainer } from './server-container.js';
import { SERVER_KINDS, type BackingName } from './server-kinds.js';
import { ServerProcess } from './server-process.js';

export type Backing = FoundBacking | MissingBacking;

export interface FoundBacking {
  readonly missing: null;
  /** The name of the environment variable, the program (such as `ferretdb`) or the image. */
  readonly product: string;
  start(...args: string[]): Promise<BackingServer>;
}

export interface MissingBacking {
  readonly missing: string;
}

export interface BackingOptions {
  /** Starts a separate server that can be stopped and take arguments, instead of using the environment's. */
  readonly own?: boolean;
  /** Keeps what it has written when it is killed. Implies `own`. */
  readonly durable?: boolean;
  /** The largest file it can write, in bytes, to simulate a full disk. Implies `durable`. */
  readonly largestFile?: number;
  readonly environment?: NodeJS.ProcessEnv;
  readonly missingContainer?: (image: string) => Promise<string | null>;
}

/** Tries the environment variable, the program, then a container. Starts no server, so test files can call it at load. */
export async function backing(
  name: BackingName,
  {
    largestFile,
    durable = largestFile !== undefined,
    own = durable,
    environment = process.env,
    missingContainer: missing = missingContainer,
  }: BackingOptions = {},
): Promise<Backing> {
  const kind = SERVER_KINDS[name];
  const url = environment[kind.variable];
  if (url && !own) {
    return {
      missing: null,
      product: kind.variable,
      start: async (...args) => {
        if (args.length > 0) throw new Error('A running server takes no arguments; ask for { own: true }');
        return externalServer(url, kind.variable);
      },
    };
  }
  const programs = Object.entries(kind.programs).filter(([program]) => !(durable && kind.volatile?.includes(program)));
  for (const [program, argumentsFor] of programs) {
    const file = await findProgram(program, environment);
    if (!file) continue;
    return {
      missing: null,
      product: program,
      start: (...args) =>
        ServerProcess.start({ kind, file, largestFile, argumentsFor: (place) => [...argumentsFor(place), ...args] }),
    };
  }
  const noContainer = await missing(kind.image);
  if (noContainer === null) {
    return { missing: null, product: kind.image, start: (...args) => startContainer(kind, args, largestFile) };
  }
  const names = programs.map(([program]) => program);
  const reasons = [
    own ? [] : `${kind.variable} is not set`,
    names.length > 0 ? `${names.join(' or ')} is not installed` : [],
    noContainer,
  ];
  return { missing: reasons.flat().join(', ') };
}
