import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { unitFiles } from './unit-files.ts';

const sources = {
  'server/platform/http/listen.ts': '',
  'server/rules.ts': "import type { Server } from 'node:http';\nimport { isIP } from 'node:net';\n",
  'server/app.ts': "import {\n  listen,\n} from './platform/http/listen.ts';\n",
  'test/rules.test.ts': "import { rule } from '../server/rules.ts';\n",
  'test/app.test.ts': "import { app } from '../server/app.ts';\n",
  'test/type.test.ts': "import type { App } from '../server/app.ts';\n",
  'test/later.test.ts': "const { app } = await import('../server/app.ts');\n",
  'test/process.test.ts': "import { spawn } from 'node:child_process';\n",
  'test/browser.test.ts': "import { chromium } from 'playwright-core';\n",
  'test/socket.test.ts': "import { connect } from 'node:net';\n",
};

describe('npm run test:unit', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'soft-pull-unit-files-'));
    for (const [path, source] of Object.entries(sources)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), source);
    }
  });
  after(() => rm(folder, { recursive: true }));

  it('runs what loads nothing that could start a service, a process or a browser', () => {
    const tests = Object.keys(sources).filter((path) => path.startsWith('test/'));
    assert.deepEqual(unitFiles(folder, tests), ['test/rules.test.ts', 'test/type.test.ts']);
  });
});
