import { NEEDED_SETTINGS, readPartConfig } from './part-settings.js';
import { PART_NAMES } from './services.js';

const GIVEN = {
  NATS_URL: 'nats://nats',
  JWT_SECRET: 'x'.repeat(32),
  AUDIT_KEY: 'y'.repeat(32),
  EVENTSTORE_URL: 'esdb://events',
  MONGO_URL: 'mongodb://mongo',
  REDIS_URL: 'redis://redis',
  S3_URL: 'https://s3.example',
};

describe.each(PART_NAMES)('the part %s', (part) => {
  it('starts with what it needs', () => {
    const needed = Object.fromEntries(
      Object.entries(GIVEN).filter(([name]) => NEEDED_SETTINGS[part].includes(name as never)),
    );
    expect(readPartConfig(part, needed, '/app')).toMatchObject({
      natsUrl: GIVEN.NATS_URL,
      jwtSecret: GIVEN.JWT_SECRET,
    });
  });

  it.each(NEEDED_SETTINGS[part])('does not start without %s', (name) => {
    expect(() => readPartConfig(part, { ...GIVEN, [name]: undefined }, '/app')).toThrow(
      `${part} needs ${name}, the same`,
    );
  });

  it('names everything that is missing', () => {
    expect(() => readPartConfig(part, {}, '/app')).toThrow(`${part} needs ${NEEDED_SETTINGS[part].join(', ')}`);
  });
});
