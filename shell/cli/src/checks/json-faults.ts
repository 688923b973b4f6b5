import path from 'node:path';
import { printable } from '@portfolio/releases/release/release.ts';
import type { z } from 'zod';
import { readText } from '../project/manifest.ts';

/** Compares a JSON file with a schema. @returns a sentence for each fault, which ends with the schema's message */
export function faultsOfJson(folder: string, file: string, schema: z.ZodType): string[] {
  try {
    const { error } = schema.safeParse(JSON.parse(readText(path.join(folder, file))));
    return (error?.issues ?? [])
      .slice(0, 10)
      .map((issue) => `${file}: "${printable(issue.path.join('.'))}" has to be ${issue.message}.`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [`${file} is no JSON: ${printable(error.message)}.`];
  }
}
