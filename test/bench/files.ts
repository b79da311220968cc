import { type BuiltFile, limits, readBuiltFiles, sum } from '../helpers/built-files.ts';
import { bundleModule } from './npm-module.ts';
import type { Part } from './part.ts';

const bytesOfKilobyte = 1000;

function named({ name, bytes }: BuiltFile) {
  return { name, value: bytes / bytesOfKilobyte, unit: 'kB' };
}

function total(name: string, files: readonly BuiltFile[], limit: number) {
  return { ...named({ name, bytes: sum(files) }), atMost: limit / bytesOfKilobyte };
}

/** What weighs what: the files as built, in the order in which a page comes to need them. */
export const files: Part = {
  name: 'files',
  title: 'Built files (brotli), frame mode, English',
  async run() {
    const { script, firstField, allScreens } = await readBuiltFiles();
    const { entry, inline } = await bundleModule();
    return [
      ...allScreens.map(named),
      total('the script', script, limits.script),
      total('until the first field', firstField, limits.firstField),
      total('all screens', allScreens, limits.allScreens),
      named({ name: 'npm module, bundled, frame mode', bytes: sum(entry) }),
      named({ name: 'npm module, bundled, inline mode, all screens', bytes: sum(inline) }),
    ];
  },
};
