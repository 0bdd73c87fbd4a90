import { serverOfOthers, type BackingServer } from './backing-server.js';
import { findProgram } from './find-program.js';
import { hasContainerEngine, startContainer } from './server-container.js';
import { SERVER_KINDS, type BackingName } from './server-kinds.js';
import { ServerProcess } from './server-process.js';

/** What was found of a kind of server: a way to have one, or why there is none. */
export type Backing = FoundBacking | MissingBacking;

export interface FoundBacking {
  readonly missing: null;
  /** What it is: the name of its variable, of its program such as `ferretdb`, or of its image. */
  readonly product: string;
  /** Hands out a server; `close` it when done. Arguments are added to the program's own. */
  start(...args: string[]): Promise<BackingServer>;
}

export interface MissingBacking {
  /** Why there is none, for people to read. */
  readonly missing: string;
}

export interface BackingOptions {
  /** A server of the test's own, that can be stopped and started with arguments: never the one of the environment. */
  readonly own?: boolean;
  /** Lets it write no file of more bytes, as on a disk that is full. Implies `own`. */
  readonly largestFile?: number;
  readonly environment?: NodeJS.ProcessEnv;
  readonly containerEngine?: () => Promise<boolean>;
}

/**
 * Looks for a real server to test against: the one its variable names, else its program, else its image in a
 * container. Nothing is started yet, so that a test file can ask before it declares its suites.
 */
export async function backing(
  name: BackingName,
  {
    largestFile,
    own = largestFile !== undefined,
    environment = process.env,
    containerEngine = hasContainerEngine,
  }: BackingOptions = {},
): Promise<Backing> {
  const kind = SERVER_KINDS[name];
  const url = environment[kind.variable];
  if (url && !own) {
    return {
      missing: null,
      product: kind.variable,
      start: async (...args) => {
        if (args.length > 0) throw new Error('A server that runs already takes no arguments; ask for { own: true }');
        return serverOfOthers(url, kind.variable);
      },
    };
  }
  for (const [program, argumentsFor] of Object.entries(kind.programs)) {
    const file = await findProgram(program, environment);
    if (!file) continue;
    return {
      missing: null,
      product: program,
      start: (...args) =>
        ServerProcess.start({ kind, file, largestFile, argumentsFor: (place) => [...argumentsFor(place), ...args] }),
    };
  }
  if (await containerEngine()) {
    return { missing: null, product: kind.image, start: (...args) => startContainer(kind, args, largestFile) };
  }
  const programs = Object.keys(kind.programs);
  const reasons = [
    own ? [] : `${kind.variable} is not set`,
    programs.length > 0 ? `${programs.join(' or ')} is not installed` : [],
    'no container engine runs',
  ];
  return { missing: reasons.flat().join(', ') };
}
