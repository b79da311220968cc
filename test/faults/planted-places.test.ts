import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { mutants } from './authorization/mutants.ts';
import { callbackMistakes } from './callbacks/mistakes.ts';
import { plantedLeaks } from './canaries/planted-leaks.ts';
import { credentialMistakes } from './forged/mistakes.ts';
import type { Mistake } from './plant.ts';
import { plantedMistakes } from './simulation/planted.ts';
import { repeatingStream, sleepingStream } from './streams/mistakes.ts';

const server = join(import.meta.dirname, '../../server');

const lists: Readonly<Record<string, readonly Mistake[]>> = {
  simulation: plantedMistakes,
  authorization: mutants,
  canaries: plantedLeaks,
  callbacks: callbackMistakes,
  forged: credentialMistakes,
  streams: [repeatingStream, sleepingStream],
};

describe('each mistake has one place in the product where it is planted', () => {
  for (const [part, mistakes] of Object.entries(lists)) {
    it(part, async () => {
      const places = await Promise.all(mistakes.map(placesOf));
      const wrong = mistakes.filter((_mistake, index) => places[index] !== 1);
      assert.deepEqual(wrong, []);
    });
  }
});

async function placesOf({ file, search }: Mistake): Promise<number> {
  const source = await readFile(join(server, file), 'utf8').catch(() => '');
  return source.split(search).length - 1;
}
