// npm run bench [part...] [-- --checkouts 1000000]: measures, prints a table a part and writes
// .bench/<part>.json. `--checkouts`: how many a merchant has in `merchant-lists`; `--events`: how many
// `webhooks` and `sponsor-callbacks` send.
import { bytes } from './bytes.ts';
import { files } from './files.ts';
import { firstField } from './first-field.ts';
import { hop } from './hop.ts';
import { lighthouse } from './lighthouse.ts';
import { lists } from './lists.ts';
import { memory } from './memory.ts';
import { merchantLists } from './merchant-lists.ts';
import { runParts } from './run-parts.ts';
import { sponsorCallbacks } from './sponsor-callbacks.ts';
import { throughput } from './throughput.ts';
import { webhooks } from './webhooks.ts';

await runParts({
  name: 'npm run bench',
  options: { checkouts: 1_000_000, events: 50_000 },
  parts: ({ checkouts, events }) => [
    bytes,
    files,
    firstField,
    hop,
    throughput,
    webhooks(events),
    sponsorCallbacks(events),
    lists,
    merchantLists(checkouts),
    memory,
    lighthouse,
  ],
});
