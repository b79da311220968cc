// JavaScript, since for a first file of TypeScript Node loads a compiler of 20 MB, which stays. What
// it has once made of the sources is kept here, so that the next start needs neither it nor as long.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
