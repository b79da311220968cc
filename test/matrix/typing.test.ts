import { describe } from 'node:test';
import { startHostServer } from '../journeys/models/host-server.ts';
import { testTyping } from '../journeys/models/typing-tests.ts';

const host = await startHostServer();

describe('2,000 random interleavings of typing and rendering', () => {
  testTyping({ host, times: { frame: 1000, inline: 1000 } });
});
