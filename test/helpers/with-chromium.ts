// node test/helpers/with-chromium.ts <command> [argument...]: runs it with CHROME_PATH set.
import { chromiumPath } from './chromium-path.ts';
import { runCommand } from './run-command.ts';

try {
  process.exitCode = await runCommand(process.argv.slice(2), { CHROME_PATH: await chromiumPath() });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
