import { type Result, variants } from './variants.ts';

const barHeight = 19;
const groupGap = 12;
const labelWidth = 92;
const width = 760;

/** Uses colours for light and dark backgrounds. */
export function drawChart(results: readonly Result[], title: string): string {
  const readable = ({ first }: Result) => first.heading;
  const script = ({ first }: Result) => first.scriptBytes / 1000;
  const panelHeight = 60 + results.length * (barHeight + groupGap / 3);
  const legend = Object.entries(variants).map(([name, said], index) => {
    const x = [0, 100, 310][index] ?? 0;
    return `<rect class="${name}" x="${x}" y="36" width="12" height="12" rx="3"/><text x="${x + 18}" y="47">${said}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${76 + 2 * panelHeight}" role="img" aria-label="${title}">
<style>
text { fill: #20122b; font: 13px system-ui, sans-serif; }
.head { font-weight: 600; }
.site { fill: #b91f78; } .bundle { fill: #8f8496; } .static { fill: #1d7a43; }
@media (prefers-color-scheme: dark) {
text { fill: #eae6f0; }
.site { fill: #df7bff; } .bundle { fill: #6c7d93; } .static { fill: #54d28a; }
}
</style>
<text class="head" y="18">${title}</text>
${legend.join('\n')}
${drawPanel('Time until the text can be read', 'ms', results, readable, 76)}
${drawPanel('Script of the first load, brotli', 'kB', results, script, 76 + panelHeight)}
</svg>
`;
}

function drawPanel(
  title: string,
  unit: string,
  results: readonly Result[],
  value: (result: Result) => number,
  top: number,
): string {
  const most = Math.max(...results.map(value));
  const bars = results.map((result, index) => {
    const page = Math.floor(index / Object.keys(variants).length);
    const y = 30 + index * barHeight + page * groupGap;
    const length = (value(result) / most) * (width - labelWidth - 60);
    const said = value(result).toFixed(unit === 'kB' ? 1 : 0);
    const label = result.variant === 'site' ? `<text y="${y + 12}">/${result.page}</text>` : '';
    return `${label}<rect class="${result.variant}" x="${labelWidth}" y="${y}" width="${length.toFixed(1)}" height="16" rx="3"/><text x="${(labelWidth + length + 8).toFixed(1)}" y="${y + 12}">${said}</text>`;
  });
  return `<g transform="translate(0 ${top})"><text class="head" y="16">${title}, ${unit}</text>${bars.join('')}</g>`;
}
