package timemory.bundle

public actual typealias BundleForms = JavaForms
