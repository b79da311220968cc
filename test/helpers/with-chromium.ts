// node test/helpers/with-chromium.ts <command> [argument...]: runs it once there is a browser.
import { chromiumPath } from './chromium-path.ts';
import { runCommand } from './run-command.ts';

try {
  // Before the command's processes look for it at the same time.
  await chromiumPath();
  process.exitCode = await runCommand(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
