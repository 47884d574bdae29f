import { render } from 'preact';
import { parseReport } from './model/report.ts';
import { App } from './view/app.tsx';
import { Failure, FailureBoundary } from './view/failure.tsx';
import { LiveApp } from './view/live.tsx';

const page = document.getElementById('app')!;
page.replaceChildren();
try {
  const source = document.getElementById('timemory-data');
  const report = parseReport(source?.textContent);
  // The text may be tens of megabytes; everything is parsed now.
  source?.remove();
  render(<FailureBoundary>{report.live ? <LiveApp first={report} /> : <App report={report} />}</FailureBoundary>, page);
} catch (error) {
  render(<Failure error={error as Error} />, page);
}
