import type { Result } from '../loads/measure-loads.ts';
import { type Column, columns } from '../variants/variants.ts';

/** One of the two rows of bars. */
interface Panel {
  title: string;
  unit: string;
  value: (result: Result) => number;
}

const panels: readonly Panel[] = [
  { title: 'Time until the text can be read', unit: 'ms', value: ({ first }) => first.heading },
  {
    title: 'Script of the first load, brotli',
    unit: 'kB',
    value: ({ first }) => first.scriptBytes / 1000,
  },
];

const width = 760;
const labelWidth = 92;
const barHeight = 16;
const groupGap = 14;
const barRoom = width - labelWidth - 120;

/** The first visits of one profile as an SVG that can be read on light and on dark paper. */
export function drawChart(results: readonly Result[], title: string): string {
  const pages = [...new Set(results.map(({ page }) => page))];
  const groupHeight = columns.length * (barHeight + 3) + groupGap;
  const panelHeight = 40 + pages.length * groupHeight;
  const parts = panels.map((panel, index) => {
    const most = Math.max(...results.map(panel.value));
    const groups = pages.map((page, row) => {
      const measured = results.filter((result) => result.page === page);
      return drawGroup(page, measured, panel, most, 34 + row * groupHeight);
    });
    return `<g transform="translate(0 ${76 + index * panelHeight})"><text class="head" y="16">${panel.title}, ${panel.unit}</text>${groups.join('')}</g>`;
  });
  const height = 76 + panels.length * panelHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<style>
text { fill: #20122b; font: 13px system-ui, sans-serif; }
.title { font-size: 16px; font-weight: 600; }
.head { font-weight: 600; }
.site { fill: #b91f78; } .bundle { fill: #8f8496; } .static { fill: #1d7a43; }
@media (prefers-color-scheme: dark) {
text { fill: #eae6f0; }
.site { fill: #df7bff; } .bundle { fill: #6c7d93; } .static { fill: #54d28a; }
}
</style>
<text class="title" y="18">${title}</text>
${columns.map(drawLegend).join('\n')}
${parts.join('\n')}
</svg>
`;
}

function drawLegend({ name, title }: Column, index: number): string {
  const x = [0, 90, 285][index] ?? 0;
  return `<rect class="${name}" x="${x}" y="36" width="12" height="12" rx="3"/><text x="${x + 18}" y="47">${title}</text>`;
}

function drawGroup(
  page: string,
  results: readonly Result[],
  { value, unit }: Panel,
  most: number,
  top: number,
): string {
  const baseline = results.find(({ variant }) => variant === 'bundle');
  const bars = results.map((result, index) => {
    const y = top + index * (barHeight + 3);
    const length = (value(result) / most) * barRoom;
    const ratio = baseline ? ` (${(value(result) / value(baseline)).toFixed(2)}×)` : '';
    const said = `${value(result).toFixed(unit === 'kB' ? 1 : 0)} ${unit}${ratio}`;
    return `<rect class="${result.variant}" x="${labelWidth}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" rx="3"/><text x="${(labelWidth + length + 8).toFixed(1)}" y="${y + 12}">${said}</text>`;
  });
  return `<text y="${top + 12}">/${page}</text>${bars.join('')}`;
}
