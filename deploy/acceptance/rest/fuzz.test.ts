import { describeFuzzing } from './testing/fuzzing.js';

describeFuzzing({ requests: 1_000 });
