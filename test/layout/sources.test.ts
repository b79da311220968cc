import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { analyse } from 'scslre';
import { parseSync, Visitor } from 'vite';

const root = join(import.meta.dirname, '../..');
const sources = ['server', 'widget', 'demo'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => ({
      file: join(folder, name),
      text: readFileSync(join(root, folder, name), 'utf8'),
    })),
);

/** What the pattern's group finds in all sources, each once. */
function found(pattern: RegExp): string[] {
  const all = sources.flatMap(({ text }) =>
    [...text.matchAll(pattern)].map(([, name = '']) => name),
  );
  return [...new Set(all)].sort();
}

function filesWith(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
}

interface Pattern {
  source: string;
  flags: string;
}

function patternsIn({ file, text }: { file: string; text: string }): Pattern[] {
  const patterns: Pattern[] = [];
  const visitor = new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return;
      patterns.push({ source: node.regex.pattern, flags: node.regex.flags });
    },
  });
  visitor.visit(parseSync(file, text).program);
  return patterns;
}

/** True if some text takes a pattern longer than its length asks for. */
function isSlow(pattern: Pattern): boolean {
  return analyse(pattern, { reportTypes: { Move: false } }).reports.length > 0;
}

describe('the sources', () => {
  it('have no pattern that some text holds up [asvs:patterns]', () => {
    assert.ok(isSlow({ source: '^(a+)+$', flags: '' }));
    const patterns = sources.flatMap(patternsIn);
    assert.ok(patterns.length > 200);
    assert.deepEqual(patterns.filter(isSlow), []);
  });

  it('encrypt and digest by one algorithm each [asvs:algorithms]', () => {
    assert.deepEqual(found(/\bcreateCipheriv\('([^']*)'/g), ['aes-256-gcm']);
    assert.deepEqual(found(/\bcreateDecipheriv\('([^']*)'/g), ['aes-256-gcm']);
    assert.deepEqual(found(/\b(?:createHash|createHmac|hkdfSync|hash)\(\s*'([^']*)'/g), ['sha256']);
    assert.deepEqual(found(/\b(createCipheriv|createHash|createHmac)\((?!')/g), []);
  });

  it('take what nobody may guess from the system’s generator [asvs:random]', () => {
    assert.deepEqual(filesWith(/\bMath\.random\b/).sort(), [
      'server/bff/operations/deliver-webhooks.ts',
      'server/lending/operations/callbacks.ts',
      'server/platform/outbound/http-client.ts',
      'widget/contract/correlation-id.ts',
      'widget/flow/step-watcher.ts',
    ]);
  });

  it('put no query together from text, but for a constant [asvs:no-raw-sql]', () => {
    const raw = /\bsql\.raw\((?!NO_STATEMENT_TIMEOUT\))/;
    // A migration knows nothing of a request.
    const files = filesWith(raw).filter((file) => !file.includes('/store/migrations/'));
    assert.deepEqual(files, []);
  });

  it('leave the check of certificates on [asvs:tls-checks]', () => {
    assert.deepEqual(filesWith(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/), []);
  });
});
