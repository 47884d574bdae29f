import { render } from 'preact';
import { readReport } from './model/report.ts';
import { App } from './view/app.tsx';
import { Failure, FailureBoundary } from './view/failure.tsx';
import { LiveApp } from './view/live.tsx';

const page = document.getElementById('app')!;
const source = document.getElementById('timemory-data');
readReport(source?.textContent).then(
  (report) => {
    // The text may be tens of megabytes; everything is parsed now.
    source?.remove();
    page.replaceChildren();
    render(<FailureBoundary>{report.live ? <LiveApp first={report} /> : <App report={report} />}</FailureBoundary>, page);
  },
  (error: Error) => {
    page.replaceChildren();
    render(<Failure error={error} />, page);
  },
);
