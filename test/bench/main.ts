// npm run bench [part...]: measures, prints a table a part and writes .bench/<part>.json.
import { bytes } from './bytes.ts';
import { files } from './files.ts';
import { firstField } from './first-field.ts';
import { hop } from './hop.ts';
import { lighthouse } from './lighthouse.ts';
import { lists } from './lists.ts';
import { memory } from './memory.ts';
import { runParts } from './run-parts.ts';
import { throughput } from './throughput.ts';
import { webhooks } from './webhooks.ts';

await runParts(
  [bytes, files, firstField, hop, throughput, webhooks, lists, memory, lighthouse],
  process.argv.slice(2),
);
