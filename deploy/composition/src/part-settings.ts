import { readConfig, SETTING_NAMES, type Config, type SettingName } from './config.js';
import { givenSettings } from './given-settings.js';
import type { PartName } from './services.js';

const MESSAGES = ['NATS_URL', 'JWT_SECRET'] as const;

/** The settings that each part needs as a process of its own. Without a store's URL it would use an embedded store. */
export const NEEDED_SETTINGS: Readonly<Record<PartName, readonly SettingName[]>> = {
  gateway: [...MESSAGES, 'REDIS_URL', 'S3_URL'],
  auth: [...MESSAGES, 'MONGO_URL', 'REDIS_URL', 'EVENTSTORE_URL'],
  invites: [...MESSAGES, 'MONGO_URL', 'REDIS_URL', 'EVENTSTORE_URL'],
  fx: [...MESSAGES, 'MONGO_URL'],
  expenses: [...MESSAGES, 'MONGO_URL', 'REDIS_URL', 'EVENTSTORE_URL', 'S3_URL', 'AUDIT_KEY'],
  audit: [...MESSAGES, 'MONGO_URL', 'REDIS_URL', 'EVENTSTORE_URL', 'S3_URL', 'AUDIT_KEY'],
  reports: [...MESSAGES, 'MONGO_URL', 'REDIS_URL'],
  'report-worker': [...MESSAGES, 'MONGO_URL', 'REDIS_URL', 'S3_URL'],
};

export type PartConfig = Config & { readonly jwtSecret: string; readonly natsUrl: string };

/** @throws Error that names every invalid or missing setting, without values */
export function readPartConfig(part: PartName, environment: NodeJS.ProcessEnv, projectRoot: string): PartConfig {
  const config = readConfig(environment, projectRoot);
  const { jwtSecret, backing } = config;
  const given = givenSettings(environment, SETTING_NAMES);
  const missing = NEEDED_SETTINGS[part].filter((name) => !(name in given));
  if (missing.length > 0 || jwtSecret === null || backing.nats === null) {
    throw new Error(`${part} needs ${missing.join(', ')}, the same as the other parts: it shares stores with them.`);
  }
  return { ...config, jwtSecret, natsUrl: backing.nats };
}
