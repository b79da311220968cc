import type { Plugin } from 'vite';

interface Renamed {
  from: string;
  to: string;
}

/**
 * Lets the chunk of this name give out everything under the name that it has inside, which minifying
 * has made short already, and the other chunks ask for that: a second name each is bytes for nothing.
 * A file's hash is taken before this, and says the same of what comes out: one input, one output.
 */
export function sameNames(chunkName: string): Plugin {
  return {
    name: 'same-names',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const giver = chunks.find(({ name }) => name === chunkName);
      if (giver === undefined) throw new Error(`there is no chunk ${chunkName}`);
      const given = new Map<string, string>();
      giver.code = giver.code.replace(/export\{([^}]*)\}(?=;?\s*$)/, (_all, list: string) => {
        const names = list.split(',').map(namesOf);
        for (const { from, to } of names) given.set(to, from);
        return `export{${names.map(({ from }) => from)}}`;
      });
      if (given.size === 0) throw new Error(`${chunkName} exports nothing that can be read`);
      const file = giver.fileName.replace(/^.*\//, '').replaceAll('.', '\\.');
      const asking = new RegExp(`\\b(import|export)\\{([^}]*)\\}(?=from"\\./${file}")`, 'g');
      for (const chunk of chunks) {
        chunk.code = chunk.code.replace(asking, (_all, word: string, list: string) => {
          const names = list.split(',').map(namesOf);
          return `${word}{${names.map(({ from, to }) => written(given.get(from) ?? from, to))}}`;
        });
      }
    },
  };
}

/** `'A as e'` => `{ from: 'A', to: 'e' }` */
function namesOf(specifier: string): Renamed {
  const [from = '', to = from] = specifier.trim().split(' as ');
  return { from, to };
}

function written(from: string, to: string): string {
  return from === to ? from : `${from} as ${to}`;
}
