// Keeps what Node makes of the sources, so that the next start takes a third less time and 20 MB less
// memory: without it, Node loads a compiler for the first file of TypeScript and never lets go of it.
// That is why this file is none.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
