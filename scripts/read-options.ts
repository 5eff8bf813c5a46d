import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/** Returns the options of a command. `--help` and an unknown option print the usage and end the process. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
) {
  if (process.argv.includes('--help')) {
    console.log(usage);
    return process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    return process.exit(1);
  }
}
