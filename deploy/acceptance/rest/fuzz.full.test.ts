import { describeFuzzing } from './testing/fuzzing.js';

describeFuzzing({ requests: 10_000 });
