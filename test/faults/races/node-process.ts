// Forked by nodes.ts: a BFF over the database of another one. It hears how far its clock goes, and when
// to run what is due.
import { startTestBff } from '../../helpers/bff.ts';
import type { NodeAnswer, NodeRequest, NodeSettings } from './nodes.ts';

const { lenderUrl, databaseUrl, folder, config } = JSON.parse(
  process.argv[2] ?? '',
) as NodeSettings;

const bff = await startTestBff({
  lenderUrl,
  config,
  storage: { folder, databaseUrl, remove: () => Promise.resolve() },
});

process.on('message', (request: NodeRequest) => {
  bff.tick(request.tickMs);
  const ran = request.runsDue ? bff.runDue() : Promise.resolve();
  ran.then(() => answer({ id: request.id }));
});
process.once('disconnect', () => void bff.close());
answer({ id: 0, url: bff.url });

function answer(said: NodeAnswer): void {
  process.send?.(said);
}
