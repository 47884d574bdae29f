import { Component, type ComponentChildren } from 'preact';

export function Failure({ error }: { error: Error }) {
  return (
    <main class="failure" role="alert">
      <h1>This report cannot be shown</h1>
      <p><bdi>{error.message}</bdi></p>
      <p>Write the report again with the version of timemory that this page belongs to. If that does not help, the text output of the run holds the same values.</p>
    </main>
  );
}

/** An error while drawing leaves a message instead of a blank page. */
export class FailureBoundary extends Component<{ children: ComponentChildren }, { error: Error | null }> {
  state = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  render() {
    return this.state.error ? <Failure error={this.state.error} /> : this.props.children;
  }
}
