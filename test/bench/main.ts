// npm run bench [part...] [-- --checkouts 1000000]: measures, prints a table a part and writes
// .bench/<part>.json. `--checkouts`: how many a merchant has in `merchant-lists`.
import { parseArgs } from 'node:util';
import { bytes } from './bytes.ts';
import { files } from './files.ts';
import { firstField } from './first-field.ts';
import { hop } from './hop.ts';
import { lighthouse } from './lighthouse.ts';
import { lists } from './lists.ts';
import { memory } from './memory.ts';
import { merchantLists } from './merchant-lists.ts';
import { runParts } from './run-parts.ts';
import { throughput } from './throughput.ts';
import { webhooks } from './webhooks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { checkouts: { type: 'string', default: '1000000' } },
});

await runParts(
  [
    bytes,
    files,
    firstField,
    hop,
    throughput,
    webhooks,
    lists,
    merchantLists(Number(values.checkouts)),
    memory,
    lighthouse,
  ],
  positionals,
);
