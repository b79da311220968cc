import { describe } from 'node:test';
import { startHostServer } from './models/host-server.ts';
import { testTyping } from './models/typing-tests.ts';

const host = await startHostServer();

describe('random interleavings of typing and rendering', () => {
  testTyping({ host, times: { frame: 100, inline: 50 } });
});
