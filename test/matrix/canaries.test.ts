import { describe } from 'node:test';
import { testCanaries } from '../journeys/canaries/canary-tests.ts';

describe('what applicants say about themselves, twenty of them in a browser', () => {
  testCanaries({ overHttp: 1_000, wholeWays: 25, typed: 20 });
});
