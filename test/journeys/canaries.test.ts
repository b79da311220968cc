import { describe } from 'node:test';
import { testCanaries } from './canaries/canary-tests.ts';

describe('what applicants say about themselves [asvs:canaries]', () => {
  testCanaries({ overHttp: 1_000, wholeWays: 25, typed: 5 });
});
