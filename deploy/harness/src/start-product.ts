import { join } from 'node:path';
import { startProcess, type StartedProcess } from './start-process.js';

export interface ProductProcess extends StartedProcess {
  readonly origin: string;
}

export async function startProduct(options: {
  dataDir: string;
  port: number;
  env?: NodeJS.ProcessEnv;
  args?: string[];
  nodeArgs?: string[];
  folder?: string;
}): Promise<ProductProcess> {
  const origin = `http://127.0.0.1:${options.port}`;
  const started = await startProcess({
    main: join(import.meta.dirname, '..', '..', 'standalone', 'dist', 'main.js'),
    args: options.args,
    nodeArgs: options.nodeArgs,
    folder: options.folder,
    env: { ...options.env, PORT: String(options.port), DATA_DIR: options.dataDir },
    readyUrl: `${origin}/api/health/ready`,
  });
  return { ...started, origin };
}
