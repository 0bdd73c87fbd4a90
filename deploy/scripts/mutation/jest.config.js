import repository from '../../../jest.config.js';
import { AREAS } from './areas.js';

const [server] = repository.projects;

export default {
  ...server,
  testTimeout: repository.testTimeout,
  testMatch: AREAS[process.env.MUTATION_AREA].tests.map((folder) => `<rootDir>/${folder}/src/**/*.test.ts`),
};
