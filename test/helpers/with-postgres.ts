// node test/helpers/with-postgres.ts <command> [argument...]: runs it with TEST_DATABASE_URL set.
import { startPostgres } from './postgres-cluster.ts';
import { runCommand } from './run-command.ts';

const command = process.argv.slice(2);
const given = process.env.TEST_DATABASE_URL;
try {
  if (given) process.exitCode = await runCommand(command, {});
  else process.exitCode = await runWithClusterOfItsOwn();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function runWithClusterOfItsOwn(): Promise<number> {
  const cluster = await startPostgres();
  try {
    return await runCommand(command, { TEST_DATABASE_URL: cluster.url });
  } finally {
    await cluster.stop();
  }
}
