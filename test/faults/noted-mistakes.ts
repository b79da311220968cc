import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { commitOfTree } from '../bench/commit-of-tree.ts';
import { localFolder } from './noted-runs.ts';
import type { Mistake } from './plant.ts';

export interface NamedMistake extends Mistake {
  readonly name: string;
}

/** What came of it when a mistake was planted. */
export interface Finding {
  /** By what it was found; empty when it was not. */
  readonly wrong: string;
}

type Noted<Kind extends Finding> = NamedMistake &
  Kind & { readonly ended_at: string; readonly commit: string };

/**
 * Mistakes that are sought one after the other, and noted in `.bench/<file>.json`: one that was found is
 * not sought again while it stands there as it is planted now.
 */
export class NotedMistakes<Kind extends Finding> {
  readonly #file: string;
  readonly #mistakes: readonly NamedMistake[];
  #lastNote: Promise<void> = Promise.resolve();

  constructor(file: string, mistakes: readonly NamedMistake[]) {
    this.#file = join(localFolder, `${file}.json`);
    this.#mistakes = mistakes;
  }

  /** Those that are left, as many at a time as there are processors. @returns all that are noted */
  async seekAll(seek: (mistake: NamedMistake) => Promise<Kind>): Promise<Noted<Kind>[]> {
    const queue = this.#mistakes.values();
    const seekers = Array.from({ length: availableParallelism() }, async () => {
      for (const mistake of queue) {
        const noted = await this.#read();
        if (noted.some((each) => each.wrong !== '' && isSame(each, mistake))) continue;
        await this.#note({
          ...mistake,
          ...(await seek(mistake)),
          ended_at: new Date().toISOString(),
          commit: await commitOfTree(),
        });
      }
    });
    await Promise.all(seekers);
    return this.#read();
  }

  /** Of those in the file, the ones that are still planted as they were. */
  async #read(): Promise<Noted<Kind>[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => '[]');
    const noted = JSON.parse(text) as Noted<Kind>[];
    return this.#mistakes.flatMap((mistake) => noted.filter((each) => isSame(each, mistake)));
  }

  /** In the place of an earlier result; one note is written after the other. */
  #note(noted: Noted<Kind>): Promise<void> {
    console.error(`${noted.name}: ${noted.wrong.slice(0, 200) || 'NOT FOUND'}`);
    this.#lastNote = this.#lastNote.then(async () => {
      const others = (await this.#read()).filter((other) => !isSame(other, noted));
      await mkdir(dirname(this.#file), { recursive: true });
      await writeFile(this.#file, JSON.stringify([...others, noted], null, 2));
    });
    return this.#lastNote;
  }
}

function isSame(one: NamedMistake, other: NamedMistake): boolean {
  return (['name', 'file', 'search', 'replace'] as const).every((key) => one[key] === other[key]);
}
